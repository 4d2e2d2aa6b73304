import { ApiProperty } from '@nestjs/swagger';
import { type AdapterClass, VENDOR_AREAS } from '#libs/media/providers';

const RECIPE_PARTS = ['model', 'input', 'workflow'] as const;

/** A kind of vendor that the service understands. */
export class VendorAdapterResponse {
  /** As the vendors file calls it. */
  @ApiProperty({ example: 'comfyui' }) name!: string;

  /** Kinds of tasks that it can do. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, example: ['image-relight'] }) kinds!: string[];

  /** Its public address; null where the entry must state `base_url`. */
  @ApiProperty({ type: 'string', nullable: true, example: null }) base_url!: string | null;

  /** Whether the entry must have `keys`. */
  @ApiProperty({ example: false }) needs_key!: boolean;

  /** Of which the entry must state one as `area`; none where it need not. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, example: [] }) areas!: string[];

  /** What the entry must say in `kinds` of each kind; none where nothing is to be said. */
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...RECIPE_PARTS] }, example: ['workflow'] })
  recipe!: (typeof RECIPE_PARTS)[number][];

  static from({ facts, kinds }: AdapterClass): VendorAdapterResponse {
    const { name, baseUrl = null, isOpen = false, needsArea = false, recipe = [] } = facts;
    const areas = needsArea ? [...VENDOR_AREAS] : [];
    return { name, kinds: [...kinds], base_url: baseUrl, needs_key: !isOpen, areas, recipe: [...recipe] };
  }
}

export class VendorAdapterListResponse {
  /** The kinds of vendors. */
  @ApiProperty({ type: [VendorAdapterResponse] }) adapters!: VendorAdapterResponse[];
}
