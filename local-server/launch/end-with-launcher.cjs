// Loaded into npm and the builds before anything else, on any Node. A launcher that is killed outright cannot tell them,
// but its channel closes.
const end = () => process.exit(143)
process.on('disconnect', end)
process.channel?.unref()

// A program that closes the channel itself has ended its work, and goes on to its own end.
const { disconnect } = process
if (disconnect) {
  process.disconnect = () => {
    process.off('disconnect', end)
    disconnect.call(process)
  }
}

// Programs that this one forks have their own channel, which they may close in order: that is no reason to die.
process.execArgv = process.execArgv.filter(
  (arg, at, all) => arg !== __filename && !(arg === '--require' && all[at + 1] === __filename),
)
