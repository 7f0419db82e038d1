module almanac/api-removals

go 1.24
