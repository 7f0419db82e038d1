package reconcilers

import (
	"bufio"
	"encoding/json"
	"flag"
	"io"
	"os"
	"testing"

	"github.com/gardener/gardener/pkg/controllermanager/features"
)

var once = flag.Bool("once", false, "answer a single question, on a clock that stands still")

// TestReconcilers reads questions from its input, one conformance vector a line, and prints the answer to each. It is a test
// because Gardener reads the machine's clock here and there: only in a bubble of a test is that the clock of the question.
func TestReconcilers(t *testing.T) {
	if *once {
		answerOnce()
		return
	}
	features.RegisterFeatureGates()
	lines, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		must(line, out.Encode(answerTo(t, must(line, err))))
	}
}
