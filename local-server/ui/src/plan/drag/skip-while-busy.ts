/** Does one piece of work at a time: what is asked for meanwhile, as by the second click of a double click, is not done. */
export function skipWhileBusy(): (work: () => Promise<void>) => Promise<void> {
  let isBusy = false
  return async (work) => {
    if (isBusy) return
    isBusy = true
    try {
      await work()
    } finally {
      isBusy = false
    }
  }
}
