import { parseArgs } from 'node:util'
import { networkNames } from '../expressible.ts'
import { runRecall } from './recall.ts'

/**
 * `npm run recall [-- --json] [--kills N] [--networks a,b] [--minutes N] [--hours N] [--seed N] [--keyless] [--log]`: the real mention service listens to a day of
 * the fake internet, told in ten minutes. Prints how much of what the networks can express was found. Exit code 1 if it is less than 95 %, if a
 * mention came twice, or if a limit was exceeded.
 */
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    kills: { type: 'string', default: '0' },
    networks: { type: 'string', default: networkNames.join(',') },
    minutes: { type: 'string', default: '10' },
    hours: { type: 'string', default: '24' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '0.005' },
    keyless: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
  },
})
const hours = Number(values.hours)
const asked = values.networks.split(',')
const note = (line: string) => void process.stderr.write(`${line}\n`)

const result = await runRecall({
  ...{ seed: Number(values.seed), hours, kills: Number(values.kills), faults: Number(values.faults) },
  speed: (24 * 60) / Number(values.minutes),
  hasKeys: !values.keyless,
  networks: networkNames.filter((name) => asked.includes(name)),
  say: note,
  ...(values.log && { log: note }),
})
const { missed, wrong, ...shown } = result
if (!values.json) for (const line of missed) note(`missed: ${line}`)
if (!values.json) for (const line of wrong) note(`unexpected: ${line}`)
process.stdout.write(`${JSON.stringify(shown, null, values.json ? 0 : 2)}\n`)
process.exit(result.recall >= 0.95 && result.twice === 0 && result.limitsExceeded === 0 ? 0 : 1)
