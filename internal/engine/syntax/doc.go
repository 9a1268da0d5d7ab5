// Package syntax goes over a package's declarations by inspectors, which each file has from the moment when somebody looks
// into it. It answers what rules ask of nodes: which function a call names, which
// variable an expression is, what that is given, whether one node is within another.
//
// # Contract
//
//	for at, decl := range syntax.Functions(pass) {
//		for call := range syntax.All[*ast.CallExpr](decl.Body) {
//			if syntax.CalledName(pass.TypesInfo, call) == "time.Sleep" { … }
//		}
//	}
//
// Answers are about what is written: parentheses, addresses and type arguments are looked through, assignments are not. What a node does
// not have is nil or "", never a guess.
package syntax
