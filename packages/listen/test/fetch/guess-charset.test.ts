import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText } from '../../src/fetch/decode-text.ts'
import { guessCharset } from '../../src/fetch/guess-charset.ts'

/** Encodes by trying what a decoder makes of each pair of bytes, so that it shares nothing with the guess. */
function encoderOf(charset: string): (text: string) => Buffer {
  const decoder = new TextDecoder(charset)
  const bytesOf = new Map<string, number[]>()
  for (let lead = 0x80; lead <= 0xff; lead++) {
    const one = decoder.decode(Uint8Array.of(lead))
    if (one.length === 1 && one !== '\ufffd') {
      bytesOf.set(one, [lead])
      continue
    }
    for (let trail = 0x40; trail <= 0xff; trail++) {
      const pair = decoder.decode(Uint8Array.of(lead, trail))
      if (pair.length === 1 && pair !== '\ufffd' && !bytesOf.has(pair)) bytesOf.set(pair, [lead, trail])
    }
  }
  return (text) =>
    Buffer.from(
      [...text].flatMap(
        (letter) => bytesOf.get(letter) ?? (letter < '\x80' ? [letter.charCodeAt(0)] : [0x3f]),
      ),
    )
}

const japanese = 'アクメは新しいやかんを東京で発売しました。価格は五千円で、赤と青の二色があります。'
const simplified =
  '公司今天发布了新的水壶，我们在北京的商店里看到了它。这个产品的价格是三百元，可以在网上买到。'
const traditional =
  '公司今天發布了新的水壺，我們在台北的商店裡看到了它。這個產品的價格是三百元，可以在網上買到。'
const korean = '회사는 오늘 새로운 주전자를 발표했다. 서울에 있는 매장에서 볼 수 있으며 가격은 오만 원이다.'
const feed = (text: string) =>
  `<?xml version="1.0"?><rss><channel><item><title>${text}</title></item></channel></rss>`

describe('a document that declares no charset', () => {
  it.each([
    ['shift_jis', japanese],
    ['euc-jp', japanese],
    ['gb18030', simplified],
    ['gbk', simplified],
    ['big5', traditional],
    ['euc-kr', korean],
  ])('in %s is read', (charset, text) => {
    const body = encoderOf(charset)(feed(text))
    expect(decodeText(body, 'text/xml')).toBe(feed(text))
    expect(decodeText(body, 'text/xml; charset=utf-8')).toBe(feed(text))
    const withWrongByte = Buffer.concat([encoderOf(charset)(feed(text.repeat(5))), Buffer.from([0xff])])
    expect(decodeText(withWrongByte, undefined)).toContain(text)
  })

  it('in ISO-2022-JP is read', () => {
    expect(decodeText(Buffer.from('<a>\x1b$B$"\x1b(B</a>', 'latin1'), undefined)).toBe('<a>あ</a>')
  })

  const western: [charset: string, text: string][] = [
    [
      'windows-1252',
      'Les élèves français ont été très étonnés : la société Acmé a rappelé ses théières à Orléans.',
    ],
    [
      'windows-1252',
      'Größere Kesselrückrufe für Österreich: Prüfer äußern Ärger über die Qualität der Geräte.',
    ],
    ['windows-1252', 'A organização não irá à reunião; as ações caíram após as informações da associação.'],
    ['windows-1252', 'Þórður fór á fjöllin og sá mörg hús við ána; ætli það sé ekki öðruvísi en áður.'],
    ['windows-1252', 'ÀÉÎÕÜ ÄÖÜ ÅØÆ ÑÇ ÊÔÛ ÏËŸ ŒŠŽ ÁÍÓÚÝ ÐÞß'],
    ['windows-1250', 'Źdźbło trawy, żółta łódź, gęś i święto; Příliš žluťoučký kůň úpěl ďábelské ódy.'],
    [
      'windows-1251',
      'Компания сегодня объявила об отзыве новых чайников, которые продавались в магазинах Москвы.',
    ],
    ['koi8-r', 'Компания сегодня объявила об отзыве новых чайников, которые продавались в магазинах Москвы.'],
    [
      'windows-1253',
      'Η εταιρεία ανακοίνωσε σήμερα την ανάκληση των νέων βραστήρων που πουλήθηκαν στην Αθήνα.',
    ],
    [
      'windows-1254',
      'Şirket bugün yeni çaydanlıkların geri çağrıldığını açıkladı; ürünler İstanbul’da satılıyordu.',
    ],
    ['windows-1255', 'החברה הודיעה היום על החזרת הקומקומים החדשים שנמכרו בחנויות בתל אביב.'],
    ['windows-1256', 'أعلنت الشركة اليوم عن سحب الغلايات الجديدة التي بيعت في متاجر القاهرة.'],
    ['windows-874', 'บริษัทประกาศเรียกคืนกาต้มน้ำรุ่นใหม่ที่ขายในร้านค้าในกรุงเทพ'],
    ['macintosh', 'Les élèves français ont été très étonnés : la société Acmé a rappelé ses théières.'],
  ]
  it.each(western)('in %s is not taken for Chinese, Japanese or Korean: %s', (charset, text) => {
    const bytes = encoderOf(charset)(feed(text.repeat(20)))
    expect(new TextDecoder(charset).decode(bytes)).toBe(feed(text.repeat(20)))
    expect(guessCharset(bytes)).toBeUndefined()
  })

  it('in any charset of one byte is not taken for Chinese, Japanese or Korean, whatever its letters are', () => {
    const letters = fc.array(fc.integer({ min: 0xa0, max: 0xff }), { minLength: 200, maxLength: 600 })
    fc.assert(
      fc.property(letters, (bytes) => {
        expect(guessCharset(Buffer.from(bytes))).toBeUndefined()
      }),
    )
  })

  it('and has few letters beyond ASCII, or none, is read as Windows-1252', () => {
    expect(decodeText(Buffer.from('caf\xe9 \x93ok\x94', 'latin1'), undefined)).toBe('café “ok”')
    expect(guessCharset(Buffer.from('plain'))).toBeUndefined()
    expect(guessCharset(encoderOf('shift_jis')('東京'))).toBeUndefined()
  })
})
