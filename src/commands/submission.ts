import { z } from 'zod'

/** A modal that was submitted, or in which something was pressed. */
export type ViewSubmission = {
  user: string
  view: string
  trigger: string
  /** What was noted when the modal was opened. */
  metadata: string
  /** By the name of the input: what was typed or chosen; several choices as a list; nothing where it was left empty. */
  values: Map<string, string | string[]>
  /** Of the button that was pressed in it. */
  actionValue: string
}

const optionSchema = z.object({ value: z.string() })
const inputState = z.looseObject({
  value: z.string().nullish(),
  selected_option: optionSchema.nullish(),
  selected_options: z.array(optionSchema).nullish(),
  selected_conversation: z.string().nullish(),
  selected_channel: z.string().nullish(),
  selected_time: z.string().nullish(),
})

const viewBody = z.object({
  user: z.object({ id: z.string() }),
  trigger_id: z.string(),
  view: z.object({
    id: z.string(),
    private_metadata: z.string(),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), inputState)) }),
  }),
  actions: z.array(z.object({ value: z.string().optional() })).optional(),
})

/** Reads a submission, or a press within a modal, out of Slack's payload. Throws ZodError where it is neither. */
export function readViewSubmission(payload: unknown): ViewSubmission {
  const { user, trigger_id: trigger, view, actions } = viewBody.parse(payload)
  const values = new Map<string, string | string[]>()
  for (const inputs of Object.values(view.state.values)) {
    for (const [name, value] of Object.entries(inputs)) {
      const found = readInput(value)
      if (found !== undefined) values.set(name, found)
    }
  }
  const actionValue = actions?.[0]?.value ?? ''
  return { user: user.id, view: view.id, trigger, metadata: view.private_metadata, values, actionValue }
}

function readInput(given: z.output<typeof inputState>): string | string[] | undefined {
  if (given.selected_options) return given.selected_options.map(({ value }) => value)
  const single = [
    given.value,
    given.selected_option?.value,
    given.selected_conversation,
    given.selected_channel,
    given.selected_time,
  ]
  return single.find((value) => typeof value === 'string' && value !== '') ?? undefined
}
