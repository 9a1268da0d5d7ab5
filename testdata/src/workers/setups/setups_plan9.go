package setups

var onPlan9 = elsewhere
