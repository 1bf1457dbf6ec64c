/**
 * `npm run growth [-- --json] [--most 20000]`: how CPU time and memory of parts of the product grow with what they hold. The exponent compares
 * the two largest sizes: 1 is in proportion to the size, 2 is quadratic. Each size has a process of its own.
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { worlds } from './growth-worlds.ts'

/** A part of which the exponent is larger is mended, or named in docs/build/benchmarks.md. */
const largest = 1.2
/** Below this time (ms) and memory (MB), start costs and the collector hide how a part grows. */
const least = { ms: 5, mb: 2 }
const budgetMs = 200

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, most: { type: 'string', default: '10000' } },
})

type Measured = { ms: number; mb: number }

/** Measures one part at one size: the least CPU time of some runs, and what the first run keeps in memory. */
async function measure(name: string, size: number): Promise<Measured> {
  const run = await worlds.get(name)?.(size)
  if (run === undefined) throw new Error(`There is no part ${name}.`)
  global.gc?.()
  const before = process.memoryUsage().heapUsed
  let ms = Number.POSITIVE_INFINITY
  const kept: unknown[] = []
  for (const end = performance.now() + budgetMs; kept.length === 0 || performance.now() < end; ) {
    const begun = process.cpuUsage()
    const result = await run()
    const { user, system } = process.cpuUsage(begun)
    ms = Math.min(ms, (user + system) / 1000)
    if (kept.length > 0) continue
    kept.push(result)
    global.gc?.()
  }
  return { ms, mb: Math.max(0, process.memoryUsage().heapUsed - before) / 1e6 }
}

function measureAlone(name: string, size: number): Measured {
  const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning']
  const output = execFileSync(process.execPath, [...flags, import.meta.filename, name, String(size)])
  return JSON.parse(output.toString())
}

const exponent = (of: number[], floor: number, ratio: number): number | undefined => {
  const [less = 0, more = 0] = of.slice(-2)
  return more < floor ? undefined : Math.log(more / Math.max(less, floor / 10)) / Math.log(ratio)
}

const [name, size] = positionals
if (name !== undefined) process.stdout.write(JSON.stringify(await measure(name, Number(size))))
else {
  const most = Number(values.most)
  const sizes = [10, 100, 1000, 10_000, 20_000].filter((one) => one <= most)
  const ratio = (sizes.at(-1) ?? 1) / (sizes.at(-2) ?? 1)
  const rows = [...worlds.keys()].map((what) => {
    process.stderr.write(`measuring ${what} …\n`)
    const measured = sizes.map((one) => measureAlone(what, one))
    const time = exponent(
      measured.map(({ ms }) => ms),
      least.ms,
      ratio,
    )
    const memory = exponent(
      measured.map(({ mb }) => mb),
      least.mb,
      ratio,
    )
    return { what, measured, time, memory, isOpen: Math.max(time ?? 0, memory ?? 0) > largest }
  })
  const round = (figure: number | undefined) => (figure === undefined ? '' : figure.toPrecision(2))
  const cells = [
    ['part', ...sizes.map((one) => `${one}: ms`), 'exponent', `${most}: MB`, 'exponent', ''],
    ...rows.map(({ what, measured, time, memory, isOpen }) => [
      what,
      ...measured.map(({ ms }) => round(ms)),
      round(time),
      round(measured.at(-1)?.mb),
      round(memory),
      isOpen ? 'open' : '',
    ]),
  ]
  const text = cells.map((line) =>
    line
      .map((cell, at) => cell.padEnd(at === 0 ? 52 : 11))
      .join(' ')
      .trimEnd(),
  )
  process.stdout.write(values.json ? `${JSON.stringify({ sizes, rows }, null, 2)}\n` : `${text.join('\n')}\n`)
}
