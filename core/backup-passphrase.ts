/** Characters of a backup's passphrase: shorter ones can be guessed. */
export const SHORTEST_PASSPHRASE = 12
