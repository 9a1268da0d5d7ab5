package e2e

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// TestGenerations holds the linter's table of kinds against the API server: it counts no generation for those that are there. A Deployment
// has one.
func TestGenerations(t *testing.T) {
	n := newNamespace(t)
	in := metav1.ObjectMeta{Namespace: n.name, Name: "counted"}
	all := metav1.ObjectMeta{Name: n.name + "-counted"}
	role := rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "none"}
	size := corev1.ResourceList{corev1.ResourceStorage: resource.MustParse("1Gi")}
	once := []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce}
	port := corev1.ServiceSpec{Ports: []corev1.ServicePort{{Port: 80}}}
	volume := corev1.PersistentVolumeSpec{Capacity: size, AccessModes: once}
	volume.NFS = &corev1.NFSVolumeSource{Server: "server", Path: "/path"}
	claim := corev1.PersistentVolumeClaimSpec{AccessModes: once, Resources: corev1.VolumeResourceRequirements{Requests: size}}
	half := autoscalingv2.MetricTarget{Type: autoscalingv2.UtilizationMetricType, AverageUtilization: new(int32(50))}
	scaled := autoscalingv2.HorizontalPodAutoscalerSpec{
		MaxReplicas:    2,
		ScaleTargetRef: autoscalingv2.CrossVersionObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Name: "a"},
		Metrics: []autoscalingv2.MetricSpec{{
			Type:     autoscalingv2.ResourceMetricSourceType,
			Resource: &autoscalingv2.ResourceMetricSource{Name: corev1.ResourceCPU, Target: half},
		}},
	}
	const rbac = "rbac rbac.authorization.k8s.io "
	objects := map[string]client.Object{
		"core core ConfigMap":                             &corev1.ConfigMap{ObjectMeta: in},
		"core core Secret":                                &corev1.Secret{ObjectMeta: in},
		"core core ServiceAccount":                        &corev1.ServiceAccount{ObjectMeta: in},
		"core core Namespace":                             &corev1.Namespace{ObjectMeta: all},
		"core core Service":                               &corev1.Service{ObjectMeta: in, Spec: port},
		"core core Node":                                  &corev1.Node{ObjectMeta: all},
		"core core Endpoints":                             &corev1.Endpoints{ObjectMeta: in},
		"core core PersistentVolume":                      &corev1.PersistentVolume{ObjectMeta: all, Spec: volume},
		"core core PersistentVolumeClaim":                 &corev1.PersistentVolumeClaim{ObjectMeta: in, Spec: claim},
		"core core ResourceQuota":                         &corev1.ResourceQuota{ObjectMeta: in},
		rbac + "Role":                                     &rbacv1.Role{ObjectMeta: in},
		rbac + "RoleBinding":                              &rbacv1.RoleBinding{ObjectMeta: in, RoleRef: role},
		rbac + "ClusterRole":                              &rbacv1.ClusterRole{ObjectMeta: all},
		rbac + "ClusterRoleBinding":                       &rbacv1.ClusterRoleBinding{ObjectMeta: all, RoleRef: role},
		"coordination coordination.k8s.io Lease":          &coordinationv1.Lease{ObjectMeta: in},
		"autoscaling autoscaling HorizontalPodAutoscaler": &autoscalingv2.HorizontalPodAutoscaler{ObjectMeta: in, Spec: scaled},
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "internal", "engine", "known", "generations.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		kind := strings.Join(f[:3], " ")
		object := objects[kind]
		if delete(objects, kind); object == nil {
			t.Errorf("%s: the test has no object of the kind", kind)
			continue
		}
		label := func() { object.SetLabels(map[string]string{"a": "b"}) }
		if got := generation(t, n.client, object, label); got != 0 {
			t.Errorf("%s: generation %d", kind, got)
		}
	}
	for kind := range objects {
		t.Errorf("%s is not in the table", kind)
	}
	var deployment appsv1.Deployment
	deployment.Namespace, deployment.Name = n.name, "counted"
	deployment.Spec.Template.Labels = map[string]string{"a": "b"}
	deployment.Spec.Template.Spec.Containers = []corev1.Container{{Name: "a", Image: "b"}}
	deployment.Spec.Selector = &metav1.LabelSelector{MatchLabels: deployment.Spec.Template.Labels}
	if got := generation(t, n.client, &deployment, func() { deployment.Spec.Replicas = new(int32(3)) }); got != 2 {
		t.Errorf("Deployment: generation %d, want 2", got)
	}
}

// generation creates an object, changes it, and returns its generation then.
func generation(t *testing.T, c client.Client, object client.Object, change func()) int64 {
	t.Helper()
	if err := c.Create(context.Background(), object); err != nil {
		t.Fatalf("%T: %v", object, err)
	}
	change()
	if err := c.Update(context.Background(), object); err != nil {
		t.Fatalf("%T: %v", object, err)
	}
	return object.GetGeneration()
}
