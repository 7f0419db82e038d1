module almanac.test/real-garden/v1.139

go 1.26.5

require github.com/gardener/gardener v1.139.0

// Gardener's go.mod replaces this one by a folder of its own.
replace github.com/gardener/gardener/pkg/apis => github.com/gardener/gardener/pkg/apis v1.139.0
