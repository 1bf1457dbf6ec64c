/** The database cannot be used: another process has it, it is no database, it is damaged, or a newer version wrote it. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}
