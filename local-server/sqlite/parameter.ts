import { sql, type SQL } from 'drizzle-orm'

/**
 * A named parameter of a prepared statement. The plus keeps SQLite from planning for its value, which it would do anew at each
 * call and which takes longer than to find the row; a key needs none, as there is but one plan for it.
 */
export const parameter = (name: string): SQL => sql`+${sql.placeholder(name)}`
