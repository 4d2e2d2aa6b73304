import { Injectable } from '@nestjs/common';

/** What else the list of models says, for programs that know other names of its fields. */
@Injectable()
export class ModelLists {
  private readonly parts: (() => object)[] = [];

  add(part: () => object): void {
    this.parts.push(part);
  }

  others(): object {
    return Object.assign({}, ...this.parts.map((part) => part())) as object;
  }
}
