/**
 * The origin of a file, as defined by the IPTC (https://cv.iptc.org/newscodes/digitalsourcetype/, 2024-10-23). The engines are
 * classical, so none of the terms for generative AI applies, which since 2024 includes `compositeSynthetic`:
 *
 * - `algorithmicallyEnhanced` "Modification or correction by algorithm without changing the main content of the media": pictures;
 * - `composite` "Mix or composite of several elements, any of which may or may not be generative AI": videos, made of pictures and
 *   videos of unknown origin and of what the engine adds;
 * - `algorithmicMedia` "Media created purely by an algorithm not based on any sampled training data": music.
 */
export type DigitalSourceType = 'algorithmicallyEnhanced' | 'algorithmicMedia' | 'composite';

/** An XMP packet that says a machine made the file, and from what; always the same text (IPTC Photo and Video Metadata Standards). */
export function xmpPacket(type: DigitalSourceType): string {
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about=""',
    ' xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
    ' xmp:CreatorTool="Atelier"',
    ` Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${type}"/>`,
    '</rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join('');
}
