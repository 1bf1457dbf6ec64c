import { describeFileError } from '../settings/file-fault.ts'

/** What went wrong, as a sentence for whoever started the command: Node's own words tell neither what it means nor what to do. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const port = 'port' in error ? Number(error.port) : -1
  if (port >= 0 && 'code' in error) {
    const other = 'Choose another one with PORT, or with --port where the command takes it.'
    if (error.code === 'EADDRINUSE') return `Port ${port} is taken by another program. ${other}`
    if (error.code === 'EACCES') return `Port ${port} may not be used by this user. ${other}`
  }
  const cause = describeFileError(error.cause)
  if (cause !== undefined && describeFileError(error) === undefined) return `${error.message}: ${cause}.`
  const fault = describeFileError(error)
  if (fault === undefined) return error.message
  if ('path' in error) return `${String(error.path)}: ${fault}.`
  // Node does not always tell which one.
  return `A file cannot be used: ${fault}.`
}
