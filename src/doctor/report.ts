import { exitCodes } from '../app/exit-codes.ts'
import type { Level, Section } from './finding.ts'
import { settingsAreas } from './settings-checks.ts'

const levelSigns: Readonly<Record<Level, string>> = { fine: '✓', warning: '!', fault: '✗', unknown: '?' }

/** The findings for people, each with what to do about it. */
export function formatDoctorReport(sections: Section[]): string {
  const lines = sections.flatMap(({ area, findings }) => [
    area,
    ...findings.flatMap(({ level, what, whatToDo }) => [
      `  ${levelSigns[level]} ${what}`,
      ...(whatToDo === undefined ? [] : [`    → ${whatToDo}`]),
    ]),
    '',
  ])
  return [...lines, summaryLine(sections)].join('\n')
}

/** The findings for programs. */
export function doctorReportJson(sections: Section[]): string {
  return JSON.stringify(
    { ok: countLevel(sections, 'fault') === 0, exitCode: doctorExitCode(sections), sections },
    null,
    2,
  )
}

/** 0 where nothing is faulty, 78 where a setting is, 1 where something else is. Warnings stop nothing. */
export function doctorExitCode(sections: Section[]): number {
  const faulty = sections.filter(({ findings }) => findings.some(({ level }) => level === 'fault'))
  if (faulty.length === 0) return exitCodes.stopped
  return faulty.some(({ area }) => settingsAreas.has(area)) ? exitCodes.unusableSettings : exitCodes.fault
}

function summaryLine(sections: Section[]): string {
  const [faults, warnings] = [countLevel(sections, 'fault'), countLevel(sections, 'warning')]
  if (faults + warnings === 0) return 'Everything that was looked at is in order.'
  return `${plural(faults, 'fault')}, ${plural(warnings, 'warning')}.`
}

function countLevel(sections: Section[], wanted: Level): number {
  return sections.flatMap(({ findings }) => findings).filter(({ level }) => level === wanted).length
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
