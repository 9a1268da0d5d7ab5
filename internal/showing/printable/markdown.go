package printable

import "strings"

// inMarkdown has what means something in Markdown, in HTML, or to the services that show them: an at sign notifies
// somebody of that name.
var inMarkdown = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "{", `\{`, "}", `\}`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`,
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "@", "&#64;",
)

// Markdown returns text such that Markdown shows it as it is, also in a cell of a table.
func Markdown(text string) string { return inMarkdown.Replace(Text(text)) }
