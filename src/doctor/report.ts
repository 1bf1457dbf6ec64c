import { exitCodes } from '../app/exit-codes.ts'
import type { Level, Section } from './finding.ts'
import { settingsAreas } from './settings-checks.ts'

const signs: Readonly<Record<Level, string>> = { fine: '✓', warning: '!', fault: '✗', unknown: '?' }

/** The findings for people, each with what to do about it. */
export function reportText(sections: Section[]): string {
  const lines = sections.flatMap(({ area, findings }) => [
    area,
    ...findings.flatMap(({ level, what, whatToDo }) => [
      `  ${signs[level]} ${what}`,
      ...(whatToDo === undefined ? [] : [`    → ${whatToDo}`]),
    ]),
    '',
  ])
  return [...lines, summary(sections)].join('\n')
}

/** The findings for programs. */
export function reportJson(sections: Section[]): string {
  return JSON.stringify(
    { ok: count(sections, 'fault') === 0, exitCode: exitCode(sections), sections },
    null,
    2,
  )
}

/** 0 where nothing is faulty, 78 where a setting is, 1 where something else is. Warnings stop nothing. */
export function exitCode(sections: Section[]): number {
  const faulty = sections.filter(({ findings }) => findings.some(({ level }) => level === 'fault'))
  if (faulty.length === 0) return exitCodes.stopped
  return faulty.some(({ area }) => settingsAreas.has(area)) ? exitCodes.unusableSettings : exitCodes.fault
}

function summary(sections: Section[]): string {
  const [faults, warnings] = [count(sections, 'fault'), count(sections, 'warning')]
  if (faults + warnings === 0) return 'Everything that was looked at is in order.'
  return `${plural(faults, 'fault')}, ${plural(warnings, 'warning')}.`
}

function count(sections: Section[], wanted: Level): number {
  return sections.flatMap(({ findings }) => findings).filter(({ level }) => level === wanted).length
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
