import { errorMessage } from '../../model/log.ts'

/** How bad a finding is. `unknown`: it could not be looked at, because of something that has a finding of its own. */
export type Level = 'fine' | 'warning' | 'fault' | 'unknown'

/** One thing that was looked at: what it is like in a sentence and, where it is not fine, what to do. No secret is in it. */
export type Finding = { level: Level; what: string; whatToDo?: string }

/** Things that are looked at together. `run` may reject: that is a finding too. */
export type Check = { area: string; run: () => Promise<Finding[]> }

/** What a check found. */
export type Section = { area: string; findings: Finding[] }

/** Findings of each level. Only what is wrong has something to do about it. */
export const fine = (what: string): Finding => ({ level: 'fine', what })
export const warning = (what: string, whatToDo: string): Finding => ({ level: 'warning', what, whatToDo })
export const fault = (what: string, whatToDo: string): Finding => ({ level: 'fault', what, whatToDo })
export const unknown = (what: string): Finding => ({ level: 'unknown', what })

/** Runs all checks side by side: one that fails hides none of the others. The sections come in the order of the checks. */
export async function runChecks(checks: Check[]): Promise<Section[]> {
  return Promise.all(
    checks.map(async ({ area, run }) => {
      try {
        return { area, findings: await run() }
      } catch (error) {
        const reason = errorMessage(error)
        const what = `This could not be looked at: ${reason}.`
        return { area, findings: [fault(what, 'Run the doctor again; report it if it stays.')] }
      }
    }),
  )
}
