// Loaded into npm and the builds before anything else, on any Node. A launcher that is killed outright cannot tell them,
// but its channel closes.
process.on('disconnect', () => process.exit(143))
process.channel?.unref()
