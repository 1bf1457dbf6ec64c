import { z } from 'zod'

/** A modal that was submitted, or in which something was pressed. */
export type Submission = {
  user: string
  view: string
  trigger: string
  /** What was noted when the modal was opened. */
  note: string
  /** By the name of the input: what was typed or chosen; several choices as a list; nothing where it was left empty. */
  values: Map<string, string | string[]>
  /** Of the button that was pressed in it. */
  pressed: string
}

const option = z.object({ value: z.string() })
const input = z.looseObject({
  value: z.string().nullish(),
  selected_option: option.nullish(),
  selected_options: z.array(option).nullish(),
  selected_conversation: z.string().nullish(),
  selected_channel: z.string().nullish(),
  selected_time: z.string().nullish(),
})

const body = z.object({
  user: z.object({ id: z.string() }),
  trigger_id: z.string(),
  view: z.object({
    id: z.string(),
    private_metadata: z.string(),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), input)) }),
  }),
  actions: z.array(z.object({ value: z.string().optional() })).optional(),
})

/** Reads a submission, or a press within a modal, out of Slack's payload. Throws ZodError where it is neither. */
export function readSubmission(payload: unknown): Submission {
  const { user, trigger_id: trigger, view, actions } = body.parse(payload)
  const values = new Map<string, string | string[]>()
  for (const inputs of Object.values(view.state.values)) {
    for (const [name, value] of Object.entries(inputs)) {
      const found = givenBy(value)
      if (found !== undefined) values.set(name, found)
    }
  }
  const pressed = actions?.[0]?.value ?? ''
  return { user: user.id, view: view.id, trigger, note: view.private_metadata, values, pressed }
}

function givenBy(given: z.output<typeof input>): string | string[] | undefined {
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
