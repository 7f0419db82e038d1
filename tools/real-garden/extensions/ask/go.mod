module almanac.test/ask

go 1.26
