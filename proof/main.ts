import { claims, missingPrograms, verify } from './verify.ts'

/** `npm run prove`: checks the models of this folder with Spin, and that each model without a part of the protocol fails. */

const missing = missingPrograms()
if (missing.length > 0) {
  process.stderr.write(
    `Missing: ${missing.join(', ')}. On Debian and Ubuntu: apt-get install spin gcc. Elsewhere: https://spinroot.com\n`,
  )
  process.exit(1)
}
let wrong = 0
const waiting = [...claims]
/** Two at a time, because the searches need memory. */
const workers = [1, 2].map(async () => {
  for (let claim = waiting.shift(); claim !== undefined; claim = waiting.shift()) {
    const found = await verify(claim)
    if (found !== undefined) wrong += 1
    const expected = claim.fails === undefined ? 'holds' : 'fails, as it must'
    process.stdout.write(`${found === undefined ? expected : `WRONG (${found})`}: ${claim.title}\n`)
  }
})
await Promise.all(workers)
process.stdout.write(`${claims.length - wrong} of ${claims.length} as expected.\n`)
process.exit(wrong === 0 ? 0 : 1)
