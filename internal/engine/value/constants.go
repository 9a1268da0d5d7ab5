package value

import (
	"go/constant"
	"strconv"
)

// IntValue returns the integer v is known to be.
func IntValue(v Value) (int, bool) {
	switch v := v.(type) {
	case *Basic:
		if i, exact := constant.Int64Val(constant.ToInt(v.Val)); exact && v.Val.Kind() != constant.String && v.Val.Kind() != constant.Bool {
			return int(i), true
		}
	case Zero:
		return 0, true
	}
	return 0, false
}

// NumberText returns the number v is known to be, an integer or a fraction, as people write it.
func NumberText(v Value) (string, bool) {
	switch v := v.(type) {
	case *Basic:
		switch v.Val.Kind() {
		case constant.Int:
			return v.Val.ExactString(), true
		case constant.Float:
			f, _ := constant.Float64Val(v.Val)
			return strconv.FormatFloat(f, 'g', -1, 64), true
		}
	case Zero:
		return "0", true
	}
	return "", false
}

// StringValue returns the string v is known to be.
func StringValue(v Value) (string, bool) {
	switch v := v.(type) {
	case *Basic:
		if v.Val.Kind() == constant.String {
			return constant.StringVal(v.Val), true
		}
	case Zero:
		return "", true
	}
	return "", false
}

// Bool returns a boolean value.
func Bool(b bool) Value { return &Basic{Val: constant.MakeBool(b)} }

// Int returns an integer value.
func Int(i int) Value { return &Basic{Val: constant.MakeInt64(int64(i))} }
