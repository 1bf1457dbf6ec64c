import { errorMessage } from './log.ts'

/** `unknown` means that the check was not possible. */
export type Level = 'fine' | 'warning' | 'fault' | 'unknown'

export type Finding = {
  level: Level
  what: string
  whatToDo?: string
}

export type Check = { area: string; run: () => Promise<Finding[]> }

export type Section = { area: string; findings: Finding[] }

export const fine = (what: string): Finding => ({ level: 'fine', what })
export const warning = (what: string, whatToDo: string): Finding => ({ level: 'warning', what, whatToDo })
export const fault = (what: string, whatToDo: string): Finding => ({ level: 'fault', what, whatToDo })
export const unknown = (what: string): Finding => ({ level: 'unknown', what })

export async function runChecks(checks: Check[]): Promise<Section[]> {
  return Promise.all(
    checks.map(async ({ area, run }) => {
      try {
        return { area, findings: await run() }
      } catch (error) {
        const reason = errorMessage(error)
        const what = `This check failed: ${reason}.`
        return { area, findings: [fault(what, 'Run the doctor again; report the problem if it stays.')] }
      }
    }),
  )
}
