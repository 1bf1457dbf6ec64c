/** `unknown` means that the check was not possible. */
type Level = 'fine' | 'warning' | 'fault' | 'unknown'

export type Finding = {
  level: Level
  what: string
  whatToDo?: string
}

export type Check = { area: string; run: () => Promise<Finding[]> }

export const fine = (what: string): Finding => ({ level: 'fine', what })
export const warning = (what: string, whatToDo: string): Finding => ({ level: 'warning', what, whatToDo })
export const unknown = (what: string): Finding => ({ level: 'unknown', what })
export const fault = (what: string, whatToDo: string): Finding => ({ level: 'fault', what, whatToDo })
