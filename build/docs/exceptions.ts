import { claims } from '../../test/proof/claims.ts'

/** Returns the list of docs/reference/exceptions.md: a case for each assumption without which a model of the protocol fails. */
export function exceptionList(): string {
  const cases = new Set(claims.flatMap(({ remains }) => remains ?? []))
  return [...cases].map((one) => `- ${one}`).join('\n')
}
