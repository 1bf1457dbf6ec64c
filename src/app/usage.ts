/** What may follow `npm run NAME --`, by command; those that are not here take nothing. */
const options = new Map([
  ['demo', '[--service embedded|real] [--port N] [--keep FOLDER]'],
  ['service', '[--port N] [--data FILE.jsonl] [--token TOKEN]'],
  ['doctor', '[--json]'],
  ['backtest', '[--days 1 to 90] [--config FILE] [--compare OTHER.yaml] [--json]'],
  ['migrate', '--from FOLDER [--dry-run]'],
])

/** How a command is called, in one line. */
export function usage(command: string): string {
  const following = options.get(command)
  return `Usage: npm run ${command}${following === undefined ? '' : ` -- ${following}`}`
}

/** Whether the options were not understood, rather than something else having failed: `parseArgs` of Node throws these codes. */
export function isMisused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}
