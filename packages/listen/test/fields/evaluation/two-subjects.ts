import type { Sentiment } from '../../../src/fields/sentiment/lexicon.ts'

/** Sentences about more than one thing. The searched name is in brackets; the sentiment is what the writer feels about it. Written for this project. */
export const twoSubjects: Record<string, [text: string, about: Sentiment][]> = {
  en: [
    ['Unlike [Acme], Rival is great.', 'negative'],
    ['Unlike Rival, [Acme] is great.', 'positive'],
    ['Rival is so much better than [Acme]!', 'negative'],
    ['[Acme] is so much better than Rival!', 'positive'],
    ['Rival was terrible, the worst support ever. [Acme] is wonderful.', 'positive'],
    ['I love Rival, it is beautiful. But [Acme] is awful and crashes.', 'negative'],
    ['Switched from [Acme] to Rival and I love it, amazing app.', 'negative'],
    ['The weather is horrible today. Thank you [Acme] for the great talk!', 'positive'],
    ['Great day with my lovely family. [Acme] is down again, awful.', 'negative'],
    ['Rival is terrible, but [Acme] is excellent.', 'positive'],
    ['Rival has wonderful people. However, [Acme] is a scam.', 'negative'],
    ['I hate Rival. I hate the ads. Happy with [Acme], it is great!', 'positive'],
  ],
  de: [
    ['Im Gegensatz zu [Acme] ist Rival großartig.', 'negative'],
    ['Rival ist viel besser als [Acme], echt super!', 'negative'],
    ['[Acme] ist viel besser als Rival, echt super!', 'positive'],
    ['Rival war furchtbar, der schlechteste Service. [Acme] ist großartig!', 'positive'],
    ['Ich liebe Rival, so schön. Aber [Acme] ist leider Müll und furchtbar.', 'negative'],
    ['Schreckliches Wetter heute. Danke [Acme] für den tollen Vortrag!', 'positive'],
  ],
  fr: [
    ['Contrairement à [Acme], Rival est génial !', 'negative'],
    ['Rival est bien meilleur que [Acme], vraiment excellent !', 'negative'],
    ['[Acme] est bien meilleur que Rival, vraiment excellent !', 'positive'],
    ['Rival est horrible, une arnaque. [Acme] est génial !', 'positive'],
    ["J'adore Rival, c'est magnifique. Mais [Acme] est nul, une honte.", 'negative'],
    ['Quel temps horrible. Merci [Acme] pour cette superbe conférence !', 'positive'],
  ],
  es: [
    ['A diferencia de [Acme], Rival es genial, me encanta.', 'negative'],
    ['Rival es mucho mejor que [Acme], excelente.', 'negative'],
    ['[Acme] es mucho mejor que Rival, ¡excelente!', 'positive'],
    ['Rival es horrible, una estafa. [Acme] es maravilloso.', 'positive'],
    ['Me encanta Rival, es precioso. Pero [Acme] es una mierda, un desastre.', 'negative'],
    ['Qué día horrible. ¡Gracias [Acme] por la charla estupenda!', 'positive'],
  ],
  pt: [
    ['Ao contrário da [Acme], a Rival é maravilhosa, amo.', 'negative'],
    ['A Rival é muito melhor que a [Acme], excelente!', 'negative'],
    ['A [Acme] é muito melhor que a Rival, excelente!', 'positive'],
    ['A Rival é horrível, um golpe. A [Acme] é maravilhosa!', 'positive'],
    ['Amo a Rival, é linda. Mas a [Acme] é um lixo, péssima.', 'negative'],
    ['Que dia horrível. Obrigado [Acme] pela palestra incrível!', 'positive'],
  ],
  it: [
    ['A differenza di [Acme], Rival è fantastico, lo adoro.', 'negative'],
    ['Rival è molto meglio di [Acme], ottimo!', 'negative'],
    ['[Acme] è molto meglio di Rival, ottimo!', 'positive'],
    ['Rival è orribile, una truffa. [Acme] è meraviglioso!', 'positive'],
    ['Adoro Rival, è bellissimo. Ma [Acme] fa schifo, una vergogna.', 'negative'],
    ['Che giornata orribile. Grazie [Acme] per la bellissima serata!', 'positive'],
  ],
}

/** The text without brackets, and where the name is. */
export function withPlace(text: string): { plain: string; places: { start: number; end: number }[] } {
  const start = text.indexOf('[')
  const end = text.indexOf(']') - 1
  return { plain: text.replace(/[[\]]/g, ''), places: [{ start, end }] }
}
