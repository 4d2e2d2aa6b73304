import { claimsStanding, formsOf, type Likeness, likenessOf } from './name-likeness.js';

function likeness(name: string, popular: string): Likeness | undefined {
  return likenessOf(formsOf(name), formsOf(popular));
}

describe('names that may be taken for a popular one', () => {
  it.each([
    ['comfyui_impact_pack', 'comfyui-impact-pack', 'same_letters'],
    ['comfy-ui-impact-pack', 'comfyui-impact-pack', 'same_letters'],
    ['ComfyUl-Impact-Pack', 'comfyui-impact-pack', 'look_alike_letters'],
    ['c0mfyui-1mpact-pack', 'comfyui-impact-pack', 'look_alike_letters'],
    ['ComfyUI Imрасt Pack', 'ComfyUI Impact Pack', 'look_alike_letters'],
    ['ＣｏｍｆｙＵＩ Impact Pack', 'ComfyUI Impact Pack', 'same_letters'],
    ['comfyui-rnanager', 'comfyui-manager', 'look_alike_letters'],
    ['impact-pack', 'comfyui-impact-pack', 'affix'],
    ['comfyui-impact-pack-official', 'comfyui-impact-pack', 'affix'],
    ['comfyui-impact-custom-nodes', 'comfyui-impact-pack', 'affix'],
    ['comfyui-rgthree', 'rgthree-comfy', 'affix'],
    ['rgthree-comfyui', 'rgthree-comfy', 'affix'],
    ['wanvideowrapper', 'ComfyUI-WanVideoWrapper', 'affix'],
    ['controlnet-aux', 'comfyui_controlnet_aux', 'affix'],
    ['manager-comfyui', 'manager', 'affix'],
    ['ComfyUI-Manager', 'manager', 'affix'],
    ['video-helper-suite-x', 'x-helper-video-suite', 'swapped_words'],
    ['comfyui-crystols', 'comfyui-crystools', 'omitted'],
    ['crystoolss', 'comfyui-crystools', 'one_edit'],
    ['comfyui-cyrstools', 'comfyui-crystools', 'typo'],
    ['comfyui-crustools', 'comfyui-crystools', 'typo'],
    ['comfyui-srystools', 'comfyui-crystools', 'bit_flip'],
    ['comfyui-crxstools', 'comfyui-crystools', 'bit_flip'],
  ])('finds %s beside %s: %s', (name, popular, found) => {
    expect(likeness(name, popular)).toBe(found);
  });

  it.each([
    ['comfyui-flux1', 'comfyui-flux2'],
    ['comfyui-sam3', 'comfyui-sam2'],
    ['luma', 'lama'],
    ['comfyui-nodes', 'comfyui-pack'],
    ['comfyui-impact-subpack', 'comfyui-impact-pack'],
    ['comfyui-easy-use', 'comfyui-essentials'],
    ['comfyui-kjnodes', 'comfyui-mtb'],
    ['図書館', '画像'],
  ])('leaves %s beside %s alone', (name, popular) => {
    expect(likeness(name, popular)).toBeUndefined();
  });

  it.each(['Comfy Official', 'official-nodes', '[verified] Pack', 'ＯＦＦＩＣＩＡＬ'])(
    'sees a claim in %s',
    (name) => {
      expect(claimsStanding(name)).toBe(true);
    },
  );

  it.each(['Unofficial Nodes', 'officially', 'Verifier'])('sees none in %s', (name) => {
    expect(claimsStanding(name)).toBe(false);
  });
});
