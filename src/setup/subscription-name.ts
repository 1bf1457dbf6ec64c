import type { Alert } from '../model/alert.ts'

/** Within the 80 of the configuration's schema, with room for a number. */
const longest = 60

/** A name for a subscription of an alert, like `acme-brand`, that none of those taken has. */
export function subscriptionName(alert: Pick<Alert, 'id' | 'name'>, taken: readonly string[]): string {
  const letters = alert.name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const cut = [...letters].slice(0, longest).join('')
  const name = cut.replaceAll(/^-+|-+$/g, '') || `alert-${alert.id}`
  let free = name
  for (let number = 2; taken.includes(free); number++) free = `${name}-${number}`
  return free
}
