package integration

import (
	"net/url"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPictureText checks that what stands in the boxes of docs/images/limits.svg fits into them.
func TestPictureText(t *testing.T) {
	tab, _ := browser(t)
	file, err := filepath.Abs("../docs/images/limits.svg")
	if err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Run(tab, chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String())); err != nil {
		t.Fatal(err)
	}
	const inside = `(() => {
		const boxes = [...document.querySelectorAll("rect[rx]")].map((r) => r.getBBox()), out = { fit: 0, not: [] };
		for (const text of document.querySelectorAll("text")) {
			const b = text.getBBox(), x = b.x + b.width / 2, y = b.y + b.height / 2;
			const box = boxes.find((r) => x > r.x && x < r.x + r.width && y > r.y && y < r.y + r.height);
			if (!box) continue;
			if (b.x > box.x + 3 && b.x + b.width < box.x + box.width - 3 && b.y > box.y && b.y + b.height < box.y + box.height) out.fit++;
			else out.not.push(text.textContent);
		}
		return out;
	})()`
	found := ask[struct {
		Fit int
		Not []string
	}](t, tab, inside)
	if len(found.Not) > 0 || found.Fit < 14 {
		t.Errorf("%d texts fit into their boxes, these do not: %q", found.Fit, found.Not)
	}
}
