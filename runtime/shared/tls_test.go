//go:build e2e

package shared

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// certificate writes a certificate for 127.0.0.1 and its key to files, and returns
// the pool of those that trust it.
func certificate(t *testing.T) (certFile, keyFile string, pool *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "store"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(time.Hour),
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for file, block := range map[string]*pem.Block{
		certFile: {Type: "CERTIFICATE", Bytes: cert},
		keyFile:  {Type: "EC PRIVATE KEY", Bytes: private},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool = x509.NewCertPool()
	pool.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}))
	return certFile, keyFile, pool
}

// TLS and the password are the client's own options. A client that does not trust the
// store, or that has the wrong password, gets no token and says why.
func TestStoreBehindTLSOfTheGuide(t *testing.T) {
	certFile, keyFile, pool := certificate(t)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	free.Close()
	_, port, _ := net.SplitHostPort(addr)
	store := newServer(t, "--tls-port", port, "--tls-cert-file", certFile, "--tls-key-file", keyFile, "--tls-auth-clients", "no")
	if err := clientOf(t, store.addr).Do(context.Background(), "CONFIG", "SET", "requirepass", "secret").Err(); err != nil {
		t.Fatal(err)
	}
	connect := func(password string, trusted *x509.CertPool) *redis.Client {
		client := redis.NewClient(&redis.Options{
			Addr: addr, Password: password, DisableIdentity: true, MaxRetries: -1, DialerRetries: 1,
			TLSConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12},
		})
		t.Cleanup(func() { client.Close() })
		return client
	}
	newWaiter(newBudget(t, connect("secret", pool))).take(100)

	first := call{id: "a", number: 1, settings: mustSettings(t, 10, 100, 0)}
	for name, client := range map[string]*redis.Client{
		"does not trust the store": connect("secret", x509.NewCertPool()),
		"has the wrong password":   connect("wrong", pool),
		"does not know of TLS":     clientOf(t, addr),
	} {
		if _, err := (bucket{client, "budget"}).do(context.Background(), first); err == nil {
			t.Errorf("a client that %s got tokens", name)
		} else {
			t.Logf("a client that %s: %v", name, err)
		}
	}
}
