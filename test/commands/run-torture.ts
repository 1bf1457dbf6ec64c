import { parseArgs } from 'node:util'
import { type Blow, clusterTorture, rollingUpdate } from '../tools/e2e/cluster.ts'
import { crowd } from '../tools/e2e/crowd.ts'
import { type DistributedToll, distributedTorture } from '../tools/e2e/distributed.ts'
import { faultRounds, randomPairs } from '../tools/e2e/fault-rounds.ts'
import { longFaults, shortFaults } from '../tools/e2e/faults.ts'
import { type Lateness, lateness } from '../tools/e2e/lateness.ts'
import { type PowerCutToll, powerCuts } from '../tools/e2e/power-cuts.ts'
import { type StartsToll, threeBots, threeContenders } from '../tools/e2e/starts.ts'
import { type Toll, type TracedToll, torture } from '../tools/e2e/torture.ts'

/** `npm run tool -- torture [--kills N --jumps N --cuts N --starts N --pairs N --blows N --old FOLDER --ends N --crowd N --distributed N --minute SECONDS --seed N]`: long versions of the e2e fault tests, with a progress line and a report. */

/** Promised time until another process continues a poll whose process was killed, in seconds. */
const takenOverWithin = 6

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    /** Kills of a bot whose clock is set at random moments, by seconds to a month, and that loses answers of Slack. */
    jumps: { type: 'string', default: '60' },
    /** Power cuts of the file system under the data folder. */
    cuts: { type: 'string', default: '50' },
    /** Rounds in which three processes take the folder of a killed one at once; one round in twenty uses whole bots. */
    starts: { type: 'string', default: '500' },
    pairs: { type: 'string', default: '40' },
    /** Kills, freezes and connection losses of three processes on one PostgreSQL. */
    blows: { type: 'string', default: '20' },
    /** A folder with version 0.2 and its packages. Its processes are replaced one by one. */
    old: { type: 'string' },
    /** Stopped processes in the measurement of delays. */
    ends: { type: 'string', default: '20' },
    /** Subscriptions, each with its own alert and channel, within all rate limits. */
    crowd: { type: 'string', default: '150' },
    /** Kills of a bot whose app Slack limits in its history calls; half of them with the event message_metadata_posted. */
    distributed: { type: 'string', default: '4' },
    /** The seconds between two history calls of such an app. Slack's are 60. */
    minute: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})
const [kills, pairs, blows] = [Number(values.kills), Number(values.pairs), Number(values.blows)]
const [ends, size, seed] = [Number(values.ends), Number(values.crowd), Number(values.seed)]
const starts = Number(values.starts)
const progress = (line: string) => void process.stdout.write(`${line}\n`)

progress(`seed ${seed}`)
const tolls: [string, Toll | TracedToll][] = []
/** Told at once: a run that is ended early has told what it saw. */
function keep(name: string, toll: Toll | TracedToll): void {
  tolls.push([name, toll])
  progress(`${name}: ${JSON.stringify(toll)}`)
}
if (kills > 0) keep(`${kills} kills`, await torture({ kills, seed, perSecond: 1.5, progress }))
const jumps = Number(values.jumps)
if (jumps > 0)
  keep(
    `${jumps} kills with a clock that jumps`,
    await torture({ kills: jumps, seed, perSecond: 1.5, clockJumps: true, progress }),
  )
let powerless: PowerCutToll | undefined
if (Number(values.cuts) > 0) {
  const cuts = Number(values.cuts)
  powerless = await powerCuts({ cuts, seed, progress })
  if (powerless === undefined)
    progress('power cuts: not run, because they need root, mkfs.ext4 and loop devices')
  else keep(`${cuts} power cuts`, powerless)
}
const begun: [string, StartsToll][] = []
if (starts > 0) {
  begun.push([`${starts} rounds of three contenders`, await threeContenders(starts, progress)])
  const whole = Math.ceil(starts / 20)
  begun.push([`${whole} rounds of three bots`, await threeBots(whole, progress)])
}
if (pairs > 0) {
  const alone = [...shortFaults, ...longFaults].map((fault) => [fault])
  const faults = [...alone, ...randomPairs([...shortFaults, ...longFaults], pairs, seed)]
  keep(`${faults.length} faults`, await faultRounds({ faults, seed, doubtSeconds: 8, progress }))
}
if (blows > 0) {
  const kinds: Blow[] = ['freeze', 'kill', 'kill', 'pause', 'pause', 'stall', 'cut', 'restart']
  keep(`${blows} blows to a cluster`, await clusterTorture({ blows, kinds, seed, perSecond: 1.5, progress }))
}
if (values.old !== undefined)
  keep('a rolling update', await rollingUpdate(values.old, { seed, perSecond: 1.5, progress }))
const lates: Lateness[] = []
for (const processes of ends > 0 ? [1, 3] : []) {
  const told = await lateness({ ends, processes, seed, progress })
  progress(`${ends} ends of ${processes} processes: ${JSON.stringify(told)}`)
  lates.push(told)
}
const crowded = size > 0 ? await crowd({ size, kills: 3, seed, progress }) : { lost: [], twice: [] }
if (size > 0) progress(`a crowd of ${size}: ${JSON.stringify(crowded)}`)
const limited: DistributedToll[] = []
for (const events of Number(values.distributed) > 0 ? [false, true] : []) {
  const kills = Math.ceil(Number(values.distributed) / 2)
  const toll = await distributedTorture({ kills, seed, minute: Number(values.minute), events, progress })
  progress(
    `${kills} kills of a limited app ${events ? 'with' : 'without'} the event: ${JSON.stringify(toll)}`,
  )
  limited.push(toll)
}
for (const [name, toll] of begun) progress(`${name}: ${JSON.stringify(toll)}`)
const isOwned = begun.every(([, { wrong, lost, twice }]) => wrong.length + lost.length + twice.length === 0)
const isClean = tolls.every(([, { lost, twice, outOfOrder, secrets, ...toll }]) =>
  [lost, twice, outOfOrder, secrets, 'refused' in toll ? toll.refused : []].every(
    (list) => list.length === 0,
  ),
)
const isThere = crowded.lost.length + crowded.twice.length === 0
const isInTime = lates.every(
  ({ lost, twice, latest }) => lost.length + twice.length === 0 && latest < takenOverWithin,
)
const isLimitedClean = limited.every(({ lost, twice }) => lost.length + twice.length === 0)
const isKept = (powerless?.forgotten ?? []).length === 0
process.exit(isClean && isKept && isOwned && isThere && isInTime && isLimitedClean ? 0 : 1)
