module almanac.test/real-garden/v1.130

go 1.26.5

require github.com/gardener/gardener v1.130.0
