import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { claims, models } from './claims.ts'
import { explore } from './explore.ts'
import { readModel } from './promela.ts'
import { textOf, textWith } from './verify.ts'

/** The names that a model defines as `true` in its lists of safeguards and of assumptions. */
function namesIn(model: string, list: 'Safeguards' | 'Assumptions'): string[] {
  const part = textOf(model).split(`/* ${list}`)[1]?.split('\n\n')[0] ?? ''
  return [...part.matchAll(/^#define (\w+) true/gm)].flatMap(([, name]) => name ?? [])
}

const removedFrom = (model: string, is: 'code' | 'remains') =>
  claims.flatMap((claim) =>
    claim.model === model && claim.without !== undefined && claim[is] !== undefined ? [claim.without] : [],
  )

describe('the claims about the models', () => {
  it.each(Object.keys(models))('remove each safeguard and each assumption of %s', (model) => {
    expect(removedFrom(model, 'code').sort()).toEqual(namesIn(model, 'Safeguards').sort())
    expect(removedFrom(model, 'remains').sort()).toEqual(namesIn(model, 'Assumptions').sort())
  })

  it('name safeguards that are in the code', () => {
    const missing = claims.flatMap(({ code, title }) =>
      code === undefined || readFileSync(code[0], 'utf8').includes(code[1]) ? [] : [`${title}: ${code[0]}`],
    )
    expect(missing).toEqual([])
  })
})

describe.each(Object.entries(models))('the model %s', (model, { holds, compared }) => {
  /** A step that is only for a removed safeguard, for traces, or for another variant of the model. */
  const isOff = (line: string) =>
    /REPEATS/.test(line) ||
    [...namesIn(model, 'Safeguards'), ...namesIn(model, 'Assumptions')].some((name) =>
      line.includes(`!${name}`),
    )

  it('holds, and takes each of its steps, at the sizes that are compared with Spin', () => {
    const [all, taken] = [new Set<number>(), new Set<number>()]
    for (const sizes of compared) {
      const read = readModel(textWith(model, sizes))
      const found = explore(read)
      expect(found.failure?.run.map(read.describe)).toBeUndefined()
      for (const step of read.steps) if (!found.untaken.includes(step)) taken.add(step.line)
      for (const { line } of read.steps) all.add(line)
    }
    const text = textOf(model).split('\n')
    const untaken = [...all].filter((line) => !taken.has(line)).map((line) => text[line - 1] ?? '')
    expect(untaken.filter((line) => !isOff(line))).toEqual([])
    expect(holds.length).toBeGreaterThan(0)
  })
})
