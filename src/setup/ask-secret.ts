import { askUntilValid, type Dialogue } from './dialogue.ts'
import { maskSecret } from './mask-secret.ts'

/** Asks for a secret until nothing is objected to; Enter stands for the one that is `known`, which is shown masked. */
export async function askSecret(
  dialogue: Dialogue,
  { text, known }: { text: string; known: string | undefined },
  validate: (answer: string) => string | undefined,
): Promise<string> {
  const kept = known ? { enter: known, shown: maskSecret(known) } : {}
  return await askUntilValid(dialogue, { text, secret: true, ...kept }, validate)
}
