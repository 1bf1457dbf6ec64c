/** What text in a charset has much of, and the least share of its letters beyond ASCII. */
type Trait = { charset: string; frequent: RegExp; least: number }

const anyOf = (letters: string) => new RegExp(`[${letters}]`, 'gu')
const kana = '\u3041-\u3096\u30a1-\u30fa\u30fc'
/** The most frequent characters of Chinese and syllables of Korean. They are a third of most texts, and a hundredth of letters by chance. */
const simplified =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日新市公司报月'
const traditional =
  '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日新市公司報月'
const korean =
  '이다는에의을가한고하도지로서기를은사리대자시인어스해수으정일라전장있부제구나성아상경만보과그주원조관비거들선동용여공마'

const traits: readonly Trait[] = [
  { charset: 'shift_jis', frequent: anyOf(kana), least: 0.3 },
  { charset: 'euc-jp', frequent: anyOf(kana), least: 0.3 },
  { charset: 'gb18030', frequent: anyOf(simplified), least: 0.2 },
  { charset: 'big5', frequent: anyOf(traditional), least: 0.2 },
  { charset: 'euc-kr', frequent: anyOf(korean), least: 0.35 },
]

/** Fewer frequent letters can be there by chance. */
const leastFrequent = 8
/** More letters that the charset cannot have, of a hundred, rule it out. */
const mostWrong = 1
/** So many bytes tell it. */
const tellingBytes = 64 * 1024

/** The charset of Chinese, Japanese or Korean text that declares none, if its frequent letters show it. Undefined for everything else. */
export function guessCharset(body: Buffer): string | undefined {
  const beginning = body.subarray(0, tellingBytes)
  if (['\x1b$@', '\x1b$B'].some((sign) => beginning.includes(sign))) return 'iso-2022-jp'
  let [best, most]: [string | undefined, number] = [undefined, 1]
  for (const { charset, frequent, least } of traits) {
    const text = new TextDecoder(charset).decode(beginning)
    const letters = countOf(text, /(?!\p{ASCII})\p{L}/gu)
    const found = countOf(text, frequent)
    const wrong = countOf(text, /\ufffd/g)
    const clarity = found / letters / least
    if (found < leastFrequent || 100 * wrong > mostWrong * letters || clarity < most) continue
    best = charset
    most = clarity
  }
  return best
}

const countOf = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0
