// The tables of the index. The other objects have them, too, and leave them empty.
export const DIRECTORY_TABLES = [
  // Where an account is: `here`, as a former Worker had it; `leaving`, on its way to its own object; `there`. `next_at` is when
  // its object has something to do next, as last reported.
  `CREATE TABLE IF NOT EXISTS owners (
    account_id TEXT PRIMARY KEY,
    place TEXT NOT NULL,
    next_at INTEGER,
    kv_day INTEGER NOT NULL,
    kv_writes INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS owners_next ON owners (next_at) WHERE next_at IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS owners_to_move ON owners (place) WHERE place <> 'there'`,
  // What the objects have reported, for the server to read: `body` in the form of the protocol, `of_seq` its number in the
  // object. A job is entered before its object knows it, with the number 0.
  `CREATE TABLE IF NOT EXISTS entries (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    account_id TEXT NOT NULL,
    state TEXT NOT NULL,
    of_seq INTEGER NOT NULL,
    body TEXT,
    seq INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS entries_seq ON entries (seq) WHERE seq > 0`,
  `CREATE INDEX IF NOT EXISTS entries_open ON entries (state) WHERE state IN ('open', 'enabled', 'PENDING')`,
  // Rows on their way to an account's object.
  `CREATE TABLE IF NOT EXISTS parcels (
    account_id TEXT NOT NULL,
    place INTEGER NOT NULL,
    row TEXT NOT NULL,
    PRIMARY KEY (account_id, place)
  ) WITHOUT ROWID`,
  // An account that has left is never written to again, not even by work that was still in progress.
  ...['post_jobs', 'accounts', 'repost_configs', 'reposts'].map((table) => {
    const account = table === 'accounts' || table === 'repost_configs' ? 'id' : 'account_id'
    return `CREATE TRIGGER IF NOT EXISTS ${table}_left BEFORE INSERT ON ${table}
      WHEN EXISTS (SELECT 1 FROM owners WHERE account_id = NEW.${account} AND place <> 'here')
      BEGIN SELECT RAISE(ABORT, 'this account has an object of its own'); END`
  }),
]
