package counting

// The constants of counts. What is counted here has its techniques in the tables of the families.
const (
	// MaxWords bounds the memory of the tables where the process has no limit: 512 MB.
	MaxWords = 1 << 26

	// firstCatchUp is the work of enumeration before the other way is set up. Setting it up takes about
	// as long.
	firstCatchUp = 1 << 14

	tableShards  = 16               // parts of a table, each with a lock; a power of two
	blockEntries = 256              // entries of a block; a power of two
	tagBits      = 6                // bits of the hash in a slot; they rule out most entries with other keys
	leastStates  = 4 * tableShards  // states that a layer may have however little memory is left
	batchSize    = blockEntries / 4 // additions that wait for one shard
)
