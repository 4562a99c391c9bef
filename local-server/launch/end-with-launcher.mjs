// Loaded by Node 24 into npm and the builds. A launcher that is killed outright cannot tell them, but its channel closes.
process.on('disconnect', () => process.exit(143))
process.channel?.unref()
