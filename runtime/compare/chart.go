package compare
import _ "gonum.org/v1/plot"
