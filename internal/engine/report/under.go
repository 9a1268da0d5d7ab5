package report

// under has the folder whose settings hold for a module that is in another one, by module path.
var under map[string]string

// SetUnder says for which modules the settings of a module above them hold, and the folder of that one, which paths in the settings
// are relative to. It must not be called while packages are analysed, and what is kept of packages must depend on it.
func SetUnder(folders map[string]string) { under = folders }

// Under returns the folder that paths in the settings are relative to for a module, "" if that is its own.
func Under(module string) string { return under[module] }
