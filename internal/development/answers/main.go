// Answers runs rllint over checkouts of public programs, compares what it says of each with a recorded table, and prints
// what was gained and lost, and the counts of docs/survey.md. The table has hashes and counts only. Whole answers are kept
// in a folder outside the project, each under its hashes, and are what later ones are compared with.
//
// A row of the table names a program by repository, commit and the module's directory. Its checkout is the folder
// OWNER+NAME@COMMIT of the folder of checkouts, with the first eight digits of the commit. A row that has only its first
// four columns is a new program. The fourth is "-", or what go mod edit is to change in a copy of go.mod: -fmt changes
// nothing, and lets the go command add to the copy what go.sum lacks.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("answers: ")
	cache, _ := os.UserCacheDir()
	var r runner
	table := flag.String("table", "docs/survey/answers.tsv", "the `file` with the recorded answers")
	only := flag.String("only", "", "run only the programs whose name@commit contains one of these comma-separated `parts`")
	update := flag.Bool("update", false, "write the answers into the table")
	flag.StringVar(&r.rllint, "rllint", "rllint", "the `program` to run")
	flag.StringVar(&r.checkouts, "checkouts", "", "the `folder` that has the checkouts")
	flag.StringVar(&r.keep, "keep", filepath.Join(cache, "rllint-answers"), "the `folder` of whole answers")
	flag.DurationVar(&r.timeout, "timeout", 5*time.Minute, "the most that one run may take")
	flag.Parse()
	rows, err := readTable(*table)
	if err != nil {
		log.Fatal(err)
	}
	done, err := r.compareAll(rows, strings.Split(*only, ","), os.Stdout)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(done.counts())
	fmt.Println(done.summary(len(rows)))
	if *update {
		if err := writeTable(*table, rows); err != nil {
			log.Fatal(err)
		}
		done.changed = 0
	}
	if done.changed+done.failed > 0 || len(done.rows) == 0 {
		os.Exit(1)
	}
}
