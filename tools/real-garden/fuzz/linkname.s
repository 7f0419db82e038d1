// Without an assembly file the compiler wants a body for the functions that are linked to Gardener's.
