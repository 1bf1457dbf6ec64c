/** What went wrong, as a sentence for whoever started the command: Node's own words for a port that is taken say not what to do. */
export function failureWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${error.port} is taken by another program. Choose another one with PORT, or with --port where the command takes it.`
  return error.message
}
