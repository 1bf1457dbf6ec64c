import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Claim, claims, models } from './claims.ts'
import { explore } from './explore.ts'
import { readModel } from './promela.ts'
import { countStates, missingPrograms, textWith, verify } from './verify.ts'

/**
 * `npm run tool -- prove [--only TEXT]`: checks the models of this folder with Spin, that each fails without any of its safeguards or
 * assumptions, and that the steps that tests take from a model are those of Spin. `--if-installed` ends with 0 if Spin is missing.
 */

const { values } = parseArgs({ options: { only: { type: 'string' }, 'if-installed': { type: 'boolean' } } })
const missing = missingPrograms()
if (missing.length > 0) {
  process.stderr.write(
    `The models are not checked, because ${missing.join(' and ')} is missing. On Debian and Ubuntu: apt-get install spin gcc. On macOS: brew install spin. Elsewhere: https://spinroot.com\n`,
  )
  process.exit(values['if-installed'] ? 0 : 1)
}

const began = Date.now()
let [states, wrong, checked] = [0, 0, 0]
const tell = (problem: string | undefined, line: string) => {
  checked += 1
  if (problem !== undefined) wrong += 1
  process.stdout.write(`${problem === undefined ? '' : `WRONG (${problem}): `}${line}\n`)
}

const nameOf = ({ model, title, fails, ...claim }: Claim) => {
  if (fails === undefined) return `${model}: ${title}`
  if (claim.without === undefined) return `${model}: ${title}: ${fails}, as it must`
  return 'code' in claim && claim.code !== undefined
    ? `${model}: without this safeguard ${fails}: ${title}`
    : `${model}: this remains: ${title}, so ${fails}`
}

async function check(claim: Claim): Promise<void> {
  const verdict = await verify(claim)
  states += verdict.states
  const count = claim.fails === undefined ? ` (${verdict.states.toLocaleString('en')} states)` : ''
  tell(verdict.wrong, `${nameOf(claim)}${count}`)
}

async function compare(model: string, sizes: Record<string, string | number | boolean>): Promise<void> {
  const text = textWith(model, sizes)
  const [ours, spins] = [explore(readModel(text)).states, await countStates(text)]
  const problem = ours === spins ? undefined : `Spin has ${spins}`
  tell(
    problem,
    `${model}: the checker of traces reaches the same ${ours.toLocaleString('en')} states as Spin`,
  )
}

const works = [
  ...claims.map((claim) => ({ title: nameOf(claim), work: () => check(claim) })),
  ...Object.entries(models).flatMap(([model, { compared }]) =>
    compared.map((sizes) => ({ title: `${model}: same states`, work: () => compare(model, sizes) })),
  ),
].filter(({ title }) => title.includes(values.only ?? ''))
const waiting = [...works]
const workers = Array.from({ length: Math.min(4, availableParallelism()) }, async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next.work()
})
await Promise.all(workers)
process.stdout.write(
  `${checked - wrong} of ${checked} as expected. Spin visited ${states.toLocaleString('en')} states in ${Math.round((Date.now() - began) / 1000)} s.\n`,
)
process.exit(wrong === 0 ? 0 : 1)
