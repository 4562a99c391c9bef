// Loaded into npm and the builds before anything else, on any Node. A launcher that is killed outright cannot stop them,
// but its channel closes. A program that has done its work closes it, too, and then ends: only a launcher that is gone
// ends them here.
const launcher = process.ppid

process.on('disconnect', () => {
  setInterval(() => isGone() && process.exit(143), 50).unref()
})
process.channel?.unref()

function isGone() {
  // A process that outlives its parent is given another one; not on Windows.
  if (process.ppid !== launcher) return true
  try {
    return !process.kill(launcher, 0)
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

// Programs that this one forks have their own channel and are its own affair.
process.execArgv = process.execArgv.filter(
  (arg, at, all) => arg !== __filename && !(arg === '--require' && all[at + 1] === __filename),
)
