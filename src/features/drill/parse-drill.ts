import { parseNameAndChannel } from '../../listeners/commands/line-words.ts'
import { type Scenario, scenarios } from './model.ts'

export type AskedDrill = { scenario: Scenario; name?: string; channel?: string }

/** Reads what follows `/mentions drill`: a scenario at the beginning or at the end, and a subscription. */
export function parseDrill(line: string): AskedDrill {
  const said = line.trim()
  const [, first, after = ''] = /^(urgent|burst|spike)(?:\s+(.*))?$/is.exec(said) ?? []
  const [, before = said, last] =
    first === undefined ? (/^(.*?)\s+(urgent|burst|spike)$/is.exec(said) ?? []) : []
  const word = (first ?? last)?.toLowerCase()
  const scenario = scenarios.find((one) => one === word) ?? 'urgent'
  return { scenario, ...parseNameAndChannel(first === undefined ? before : after) }
}
