/** Why something failed, in an error's own words; they hold no secret, and no full stop is added to them. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown failure'
}
