package sleeping

import (
	"context"
	"net"

	ctrl "sigs.k8s.io/controller-runtime"
)

// opening opens connections.
type opening struct{ kept net.Conn }

func (r *opening) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	conn, err := net.Dial("tcp", req.Name) // want RL4003:"Reconcile opens conn here, which nothing closes: one more is left behind each time .net.Dial."
	if err != nil {
		return ctrl.Result{}, err
	}
	if _, err := conn.Write([]byte(req.Name)); err != nil {
		return ctrl.Result{}, err
	}
	closed, err := net.Dial("tcp", req.Name)
	if err != nil {
		return ctrl.Result{}, err
	}
	defer closed.Close()
	handed, err := net.Dial("tcp", req.Name)
	if err != nil {
		return ctrl.Result{}, err
	}
	use(handed)
	kept, err := net.Dial("tcp", req.Name)
	r.kept = kept
	return ctrl.Result{}, err
}

func use(net.Conn) {}
